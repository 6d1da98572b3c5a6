// What is loaded lazily to sign in and to sign messages, as one file: all that many pages ask for.
export { askMessage } from './askMessage.ts'
export { signLogin } from './signLogin.ts'
