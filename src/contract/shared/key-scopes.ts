/** What an API key may do: send messages, read them and their state, work on contacts. */
export const API_KEY_SCOPES = ['send', 'read', 'contacts'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
