/** Scopes of an API key: send messages, read them and their status, manage contacts. */
export const API_KEY_SCOPES = ['send', 'read', 'contacts'] as const;
export type ApiKeyScope = (typeof API_KEY_SCOPES)[number];
