/** The IDs of the sequences whose calls this page is sending. */
export const runningSequences = new Set<string>()
