/**
 * Accounts 1 and 3 of the public mnemonic "test test test test test test test test test test test junk", which every
 * local chain funds. Account 0 belongs to the Dev Wallet, and the demo sends to account 2.
 */
export const accounts = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const
