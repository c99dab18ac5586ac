/// Returns the number of allocations of this process so far, or -1 if they can't be counted.
long formwork_allocation_count(void);
