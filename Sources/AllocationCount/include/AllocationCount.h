/// How many allocations the process has made so far; -1 where they cannot be counted.
long formwork_allocation_count(void);
