export type {
  Catalogue,
  CatalogueDex,
  CatalogueNetwork,
  CatalogueToken,
  CatalogueWallet,
} from './Catalogue.ts'
export { openCatalogue } from './openCatalogue.ts'
