// What is loaded lazily for requests on Solana, as one file. Most pages never ask for any.
export { askSolanaMessage } from './askSolanaMessage.ts'
export { askSolanaSend, askSolanaSign, askSolanaSignAll } from './solanaAsks.ts'
