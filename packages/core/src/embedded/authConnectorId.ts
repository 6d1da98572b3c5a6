/** The embedded wallet among the connectors, by the name applications know. */
export const authConnectorId = 'ID_AUTH'
