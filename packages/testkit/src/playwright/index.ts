export { injectWallet, type PlaywrightPage } from './injectWallet.ts'
