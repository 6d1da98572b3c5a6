export { createPromptUi, type PromptedWallet } from './createPromptUi.ts'
export { describeRequest, type RequestText } from './describeRequest.ts'
