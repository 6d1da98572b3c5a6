/** The variable that makes a process a worker: its number, 1 for the first one of a supervisor. */
export const workerVariable = 'PORTICO_WORKER'
/** The file descriptor of the pipe between a worker and its supervisor. */
export const hubDescriptor = 4
