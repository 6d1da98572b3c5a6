// What the modal asks the gateway for besides the data of its views. Import this file dynamically: it pulls in the data
// layer.
export { fetchProjectFeatures, identifyConnectors } from '@portico/core/data'
