/** Farcaster as the pages name it. */
export const farcasterProvider = { name: 'Farcaster' }
