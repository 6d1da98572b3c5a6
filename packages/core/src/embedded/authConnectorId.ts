/** The ID of the embedded wallet's connector, the same as AppKit's. */
export const authConnectorId = 'ID_AUTH'
