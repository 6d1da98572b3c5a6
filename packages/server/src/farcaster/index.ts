export {
  createFarcasterVerifier,
  type FarcasterRefusal,
  type FarcasterVerdict,
  type FarcasterVerifier,
} from './createFarcasterVerifier.ts'
export { farcasterNonce } from './farcasterNonce.ts'
