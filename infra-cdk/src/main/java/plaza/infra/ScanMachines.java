package plaza.infra;

import java.util.List;
import plaza.catalogue.ScanMachine;
import plaza.catalogue.ScheduledFunction;
import plaza.infra.settings.ReconcileSettings;
import plaza.infra.settings.Stage;
import software.amazon.awscdk.Aws;
import software.amazon.awscdk.Stack;
import software.amazon.awscdk.services.stepfunctions.CfnStateMachine;

/// The state machines that perform the runs of Reconcile and Migrate over the whole table.
final class ScanMachines {
    private ScanMachines() {}

    /// Creates the machine of a function, and its schedule if it has one. The machine has the name
    /// of the function, so that a script finds one by the other.
    static CfnStateMachine of(
            Stack stack,
            Stage stage,
            ReconcileSettings settings,
            Deployed<ScheduledFunction> deployed) {
        var row = deployed.row();
        var id = row.name() + "Machine";
        var alias = deployed.live().getFunctionArn();
        var name = FunctionDeployer.physicalName(stage, row.name());
        var machine = Permission.statesArn("stateMachine", name);
        var executions = Permission.statesArn("execution", name + ":*");
        var children = Permission.statesArn("execution", name + "/*");
        // A Distributed Map starts executions of its own machine, and a redrive repeats them
        // (https://docs.aws.amazon.com/step-functions/latest/dg/iam-policies-eg-dist-map.html).
        var role =
                Permission.role(
                        stack,
                        id + "Role",
                        "states",
                        "Scan",
                        List.of(
                                Permission.allow(List.of("lambda:InvokeFunction"), alias),
                                Permission.allow(
                                        List.of("states:StartExecution", "states:ListExecutions"),
                                        machine),
                                Permission.allow(
                                        List.of("states:DescribeExecution", "states:StopExecution"),
                                        executions,
                                        children),
                                Permission.allow(
                                        List.of("states:RedriveExecution"), executions, children)));
        var created =
                CfnStateMachine.Builder.create(stack, id)
                        .stateMachineName(name)
                        .definitionString(ScanMachine.definition(Aws.PARTITION, alias))
                        .roleArn(role.getRoleArn())
                        .build();
        var schedule = row.schedule();
        if (schedule != null) {
            Schedules.ofMachine(
                            stack, row.name() + "Schedule", created.getAttrArn(), settings.order())
                    .description(row.summary())
                    .scheduleExpression(schedule.expression())
                    .scheduleExpressionTimezone("UTC")
                    .build();
        }
        return created;
    }
}
