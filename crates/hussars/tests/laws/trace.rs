//! The thread from the ledger through the code to the tests.

ledger::thread!(hussars);
