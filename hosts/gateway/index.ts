/** The front door of the gateway: `sluice/mcp`. */

export { newToken, tokenDigest } from './client-tokens.js';
export { type ServerDefinition, shownText } from './definition.js';
export { type DraftAsked, draftSettings } from './draft-settings.js';
export { type Gateway, type LeftOut, openGateway, openGateways } from './gateway.js';
export type {
  ClientKey,
  GatewaySettings,
  Reach,
  ServerSettings,
  ToolSettings,
} from './gateway-settings.js';
export { type ClientsHttp, type GatewayHttp, serveClients, serveHttp } from './http-server.js';
export { type ObservedGateway, openObserved, type PassedTool } from './observed-gateway.js';
export { passClient } from './observed-server.js';
export { parseGateway, parseGateways, readGateway, readGateways } from './read-gateway.js';
export { type ClientStreams, passStdio, serveStdio } from './serve-stdio.js';
