import { DevnetError } from './DevnetError.ts'

/** Thrown if there is no anvil program for this machine or it is not installed. */
export class AnvilMissingError extends DevnetError {
  override name = 'AnvilMissingError'
  constructor({
    platform,
    arch,
    packageName,
  }: { platform: string; arch: string; packageName: string | undefined }) {
    super(
      'anvil-missing',
      packageName
        ? `The chain program for ${platform} ${arch} is not installed: run "npm install" with optional dependencies, so that ${packageName} is there.`
        : `There is no chain program for ${platform} ${arch}: use Linux or macOS on x64 or arm64, or Windows on x64, or set RPC_URLS to chains elsewhere.`,
    )
  }
}
