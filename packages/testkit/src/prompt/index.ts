export { createPromptUi, type PromptedWallet } from './createPromptUi.ts'
