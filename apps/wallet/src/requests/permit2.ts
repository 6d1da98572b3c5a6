/** Address of Permit2 in lower case; the same on nearly every network. */
export const permit2 = '0x000000000022d473030f116ddee9f6b43ac78ba3'
