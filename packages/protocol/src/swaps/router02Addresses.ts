/** The recipient that stands for who calls SwapRouter02. */
export const senderItself = '0x0000000000000000000000000000000000000001'

/** The recipient that stands for SwapRouter02 itself: the next call of the same transaction uses what it gets. */
export const routerItself = '0x0000000000000000000000000000000000000002'
