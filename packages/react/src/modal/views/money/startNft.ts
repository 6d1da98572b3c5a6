// Loaded when an NFT is chosen.
export { startNft } from '@portico/core/money'
