/** The IDs of the sequences whose calls this page is sending, from before the first one is sent. */
export const runningSequences = new Set<string>()
