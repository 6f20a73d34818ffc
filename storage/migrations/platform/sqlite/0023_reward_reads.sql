DROP INDEX `mission_rewards_avatar`;
