export { crashText } from './crashText.ts'
export { guardProcess } from './guardProcess.ts'
