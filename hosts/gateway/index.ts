/** The front door of the gateway: `sluice/mcp`. */
export { type ServerDefinition, shownText } from './definition.js';
export { type DraftAsked, draftSettings } from './draft-settings.js';
export { type Gateway, type LeftOut, openGateway } from './gateway.js';
export type {
  GatewaySettings,
  Reach,
  ServerSettings,
  ToolSettings,
} from './gateway-settings.js';
export { type GatewayHttp, serveHttp } from './http-server.js';
export { type ObservedGateway, openObserved, type PassedTool } from './observed-gateway.js';
export { passClient } from './observed-server.js';
export { parseGateway, readGateway } from './read-gateway.js';
export { type ClientStreams, passStdio, serveStdio } from './serve-stdio.js';
