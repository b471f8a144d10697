/**
 * `sluice/hardened`: the usual front door, in a realm that was locked down first. Modules are
 * evaluated in the order in which they are named here, so neither of the first two may wait.
 * Upholds INV-H12.
 */
// INV-H12: before every module that captures a built-in.
import './realm.js';
import './assert-realm.js';

// biome-ignore lint/performance/noReExportAll: name for name the usual front door, whatever it has.
export * from '../index.js';
