// What asks the gateway for the project's features. Import this file dynamically: it pulls in the data layer.
export { fetchProjectFeatures } from '@portico/core/data'
