export { RelayRefusedError } from './relay/RelayRefusedError.ts'
