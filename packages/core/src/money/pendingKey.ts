/** Where payments under way are stored. In its own file, because it is read before the code of payments is loaded. */
export const pendingKey = '@portico/pending'
