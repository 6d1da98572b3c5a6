/** A worker's answer to a connection that the supervisor has sent it. */
export type Handover = { connection: number; isTaken: boolean }
