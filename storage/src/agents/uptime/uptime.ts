/** The part of a time in which an agent could be heard of, and was. */
export interface Observation {
  /** The time in which a process of the service ran, milliseconds. */
  readonly observedMs: number;
  /** The time of it in which the agent was online by its heartbeats, milliseconds. */
  readonly onlineMs: number;
}

/** When agents were heard of, and when the service ran. */
export interface UptimeRepository {
  /** Records that this process of the service runs. */
  serviceRuns(): Promise<void>;
  /** The agent's time online since `sinceMs`, from its registration on; undefined when it is not registered. */
  observed(agentId: string, sinceMs: number): Promise<Observation | undefined>;
  /** Deletes times that ended before `beforeMs`. Returns the number of rows. */
  purge(beforeMs: number): Promise<number>;
}
