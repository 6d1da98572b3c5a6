import { appkit } from './appkit/appkit.ts'
import { connectkit } from './kits/connectkit.ts'
import { createKitMigration } from './kits/createKitMigration.ts'
import { onchainkit } from './kits/onchainkit.ts'
import { rainbowkit } from './kits/rainbowkit.ts'
import type { Migration } from './Migration.ts'

/** Name of a kit whose applications can be migrated. */
export type Kit = 'appkit' | 'rainbowkit' | 'connectkit' | 'onchainkit'

/** The kits whose applications can be migrated. */
export const migrations: Readonly<Record<Kit, Migration>> = {
  appkit,
  rainbowkit: createKitMigration(rainbowkit),
  connectkit: createKitMigration(connectkit),
  onchainkit: createKitMigration(onchainkit),
}
