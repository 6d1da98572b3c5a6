// What is loaded lazily to sign typed data (EIP-712).
export { askTypedData } from './askTypedData.ts'
