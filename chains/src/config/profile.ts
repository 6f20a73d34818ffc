import { nearest } from '@causeway/config';
import { findProfile, type NetworkProfile, PROFILES, settingsOfProfile } from '@causeway/networks';
import type { ChainKind } from '@causeway/protocol';
import { z } from 'zod';

/** Endpoints that stand for one's own: three, of different hosts, of a name that no host can have (RFC 2606). */
const placeholders = (name: string): readonly string[] =>
  ['a', 'b', 'c'].map((host) => `https://${host}.${name}.example`);

interface ConfiguredEndpoints {
  readonly value: boolean;
  readonly rpc: readonly string[];
}

/** What is wrong with the endpoints of a network of value where one stands for another, as half a sentence. */
export function placeholderProblem({ value, rpc }: ConfiguredEndpoints): string | undefined {
  // The host alone: what follows may be a key.
  const hosts = rpc.map((url) => new URL(url).hostname.replace(/\.$/, '').toLowerCase());
  const placeholder = value ? hosts.find((host) => host.endsWith('.example')) : undefined;
  return placeholder && `${placeholder} stands for an endpoint; give at least three, of different operators`;
}

const profiled = z.looseObject({ profile: z.string() });
const members = z.record(z.string(), z.unknown());

/**
 * `chains.NAME` of a configuration file, with the settings of the profile that it names below its own. Members of
 * `finality` are taken one by one.
 */
export function withProfile(given: unknown): unknown {
  const own = profiled.safeParse(given);
  const profile = findProfile(own.data?.profile);
  if (!own.success || profile === undefined) return given;
  const settings = settingsOfProfile(profile);
  const [ours, theirs] = [members.safeParse(own.data.finality), members.safeParse(settings.finality)];
  return {
    value: profile.value,
    rpc: placeholders(profile.name),
    ...settings,
    ...own.data,
    ...(ours.success && theirs.success ? { finality: { ...theirs.data, ...ours.data } } : {}),
  };
}

/** The name of a profile; names the nearest when there is none. */
export const profileName = z.string().superRefine((name, context) => {
  if (findProfile(name) !== undefined) return;
  const names = PROFILES.map((profile) => profile.name);
  const meant = nearest(name, names);
  const advice = meant === undefined ? `there are ${names.join(', ')}` : `did you mean ${meant}?`;
  context.addIssue({ code: 'custom', message: `"${name}" is no profile; ${advice}` });
});

/** Why blocks need the own word of the network of a profile, as half a sentence; undefined where they do not. */
export function whyTagOf(name: string | undefined): string | undefined {
  const profile = findProfile(name);
  return profile?.settings.finality?.value.finalizedTag ? `on ${profile.title} ${profile.finality.rule}` : undefined;
}

/** What the section of a chain says of its profile and its value. */
interface ProfiledConfig {
  readonly profile?: string | undefined;
  readonly value: boolean;
}

/** For the operator of a chain that has a profile: what to settle, a sentence each. */
export function profileAdvice(chain: string, { profile: name, value }: ProfiledConfig): readonly string[] {
  const profile = findProfile(name);
  if (value || !profile?.value) return [];
  return [
    `chains.${chain}.value: is false, though ${profile.title} is of value: nothing checks its finality and endpoints then; remove it unless this is a fork`,
  ];
}

/** What a chain is, as its deployment file or its node says. */
export interface ActualChain {
  readonly kind: ChainKind;
  /** As a deployment file has it, if known. */
  readonly chainId: string | undefined;
}

/** Why the profile `name` is not that of this chain, as half a sentence; undefined when it can be. */
export function profileProblem(name: string, { kind, chainId }: ActualChain): string | undefined {
  const profile = findProfile(name) as NetworkProfile;
  const { value: expected } = profile.chainId;
  if (profile.kind !== kind) return `is of ${profile.kind} chains, but this is a ${kind} chain`;
  if (chainId === undefined || chainId === expected) return undefined;
  const right = PROFILES.find((other) => other.kind === kind && other.chainId.value === chainId);
  const advice = right === undefined ? 'remove it and give the settings' : `write "profile: ${right.name}"`;
  return `is of ${profile.title}, chain ${expected}, but this is chain ${chainId}; ${advice}, or give other endpoints`;
}
