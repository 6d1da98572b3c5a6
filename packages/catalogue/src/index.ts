export type { Catalogue, CatalogueNetwork, CatalogueToken, CatalogueWallet } from './Catalogue.ts'
export { openCatalogue } from './openCatalogue.ts'
