export { type Comparison, compareTexts, type TextStatus, type TranslatedTexts } from './compareTexts.ts'
export { countReaders } from './countReaders.ts'
export { hashMessage } from './hashMessage.ts'
export { selectShown } from './selectShown.ts'
