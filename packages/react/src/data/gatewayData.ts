// The gateway's data that the modal reads besides that of its views. Import this file dynamically: it pulls in the data
// layer.
export { fetchProjectFeatures, findWalletByName, identifyConnectors } from '@portico/core/data'
