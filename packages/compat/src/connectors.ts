export type { AppKitConnector, AppKitConnector as Connector } from '@portico/react'
