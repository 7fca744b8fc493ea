package dev.mosaic.cli;

import java.util.ArrayList;
import java.util.List;

/** What differs between the batch schedulers for which {@code mosaic script} writes jobs. */
enum Scheduler {
    SLURM("#SBATCH", "${SLURM_CPUS_ON_NODE}", "${SLURM_JOB_ID}") {
        @Override
        List<String> wishes(Wishes job) {
            List<String> lines = new ArrayList<>(List.of(
                    "--job-name=mosaic", "--nodes=" + job.nodes(), "--ntasks-per-node=1", "--time=" + job.time()));
            if (job.cpus() > 0) {
                lines.add("--cpus-per-task=" + job.cpus());
            }
            if (job.gpus() > 0) {
                lines.add("--gpus-per-node=" + job.gpus());
            }
            return lines;
        }

        @Override
        String startNodes() {
            return "exec srun --overlap --ntasks-per-node=1 \"$@\"";
        }
    },
    PBS("#PBS", "${NCPUS:-1}", "${PBS_JOBID}") {
        @Override
        List<String> wishes(Wishes job) {
            return List.of(
                    "-N mosaic",
                    "-l select=" + job.nodes() + ":ncpus=" + Math.max(1, job.cpus())
                            + (job.gpus() > 0 ? ":ngpus=" + job.gpus() : ""),
                    "-l place=scatter",
                    "-l walltime=" + job.time());
        }

        @Override
        String startNodes() {
            return "exec pbsdsh -- \"$@\"";
        }
    },
    SGE("#$", "${NSLOTS:-1}", "${JOB_ID}") {
        @Override
        List<String> wishes(Wishes job) {
            return List.of(
                    "-N mosaic", "-cwd", "-pe mpi " + job.nodes() * Math.max(1, job.cpus()), "-l h_rt=" + job.time());
        }

        @Override
        String startNodes() {
            return "trap 'kill $(jobs -p)' TERM; while read -r machine _; do qrsh -inherit \"$machine\" \"$@\" & done <\"$PE_HOSTFILE\"; wait";
        }
    };

    /**
     * What a job asks for.
     *
     * @param nodes machines
     * @param cpus processors of each; 0 for what the scheduler gives
     * @param gpus of each
     * @param time at most, as the scheduler writes it
     */
    record Wishes(int nodes, int cpus, int gpus, String time) {}

    private final String mark;
    private final String processors;
    private final String job;

    Scheduler(String mark, String processors, String job) {
        this.mark = mark;
        this.processors = processors;
        this.job = job;
    }

    /** What begins a line for the scheduler. */
    String mark() {
        return mark;
    }

    /** The processors of a machine, in the shell. */
    String processors() {
        return processors;
    }

    /** The job's id, in the shell. */
    String job() {
        return job;
    }

    /** What the scheduler is asked for, in its words. */
    abstract List<String> wishes(Wishes job);

    /** Runs a command once on each machine, in a shell of its own, until all have ended; what ends the shell ends them. */
    abstract String startNodes();
}
