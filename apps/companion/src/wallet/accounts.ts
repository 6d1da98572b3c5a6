/**
 * Accounts 1 and 3 of "test test test test test test test test test test test junk", which every local chain funds and
 * everybody knows. Not 0, which is the Dev Wallet's, nor 2, to whom the demo sends.
 */
export const accounts = [
  '0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  '0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
] as const
