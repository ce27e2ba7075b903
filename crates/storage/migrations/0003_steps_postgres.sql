-- That an order is done once is decided by the match, which reads all its steps before it takes another one; a second
-- writer fails at the step's number.
DROP INDEX steps_client;
