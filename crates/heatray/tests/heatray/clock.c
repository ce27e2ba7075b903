/* One program believes that somebody sets the machine's clock: the file HEATRAY_TEST_CLOCK says by how many seconds. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *at)
{
    long done = syscall(SYS_clock_gettime, id, at);
    const char *name = getenv("HEATRAY_TEST_CLOCK");
    if (done == 0 && id == CLOCK_REALTIME && name) {
        char text[32] = {0};
        int file = open(name, O_RDONLY | O_CLOEXEC);
        if (file >= 0) {
            if (read(file, text, sizeof text - 1) > 0)
                at->tv_sec += atoll(text);
            close(file);
        }
    }
    return (int)done;
}
