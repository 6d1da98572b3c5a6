export type { ChainAdapter, ChainAdapter as AdapterBlueprint } from '@portico/react'
