// What is loaded lazily for requests, as one file: several files would be loaded at the same moment, and share most of their code.
export { askSignature } from './askSignature.ts'
export { askTransaction } from './askTransaction.ts'
export { listWalletAssets } from './listWalletAssets.ts'
export { signLogin } from './signLogin.ts'
export { askSolanaMessage } from './solana/askSolanaMessage.ts'
export { askSolanaSend, askSolanaSign, askSolanaSignAll } from './solana/solanaAsks.ts'
