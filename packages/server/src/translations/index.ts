export { type Comparison, compareTexts, type TextStatus, type TranslatedTexts } from './compareTexts.ts'
export { hashMessage } from './hashMessage.ts'
export { selectShown } from './selectShown.ts'
