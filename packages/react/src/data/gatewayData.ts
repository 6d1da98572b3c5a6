// What the modal asks the gateway for besides the data of its views. Import this file dynamically: it pulls in the data
// layer.
export { fetchProjectFeatures, findWalletByName, identifyConnectors } from '@portico/core/data'
