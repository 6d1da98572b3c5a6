/** First parts of the query keys of what an account has; the second is `<network id>:<address>`. */
export const accountLists: ReadonlySet<unknown> = new Set(['portfolio', 'activity', 'nfts'])
