/** What the frame shows in a login at a provider. It is loaded when it is needed, as one file. */
export { askWallet } from './askWallet.ts'
export { followLogin } from './followLogin.ts'
