// What is loaded lazily for the requests of Solana, as one file.
export { askSolanaMessage } from './askSolanaMessage.ts'
export { askSolanaSend, askSolanaSign, askSolanaSignAll } from './solanaAsks.ts'
