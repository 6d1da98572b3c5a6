// What is loaded lazily for requests, as one file: three files would be loaded at the same moment, and share most of their code.
export { askSignature } from './askSignature.ts'
export { askTransaction } from './askTransaction.ts'
export { signLogin } from './signLogin.ts'
